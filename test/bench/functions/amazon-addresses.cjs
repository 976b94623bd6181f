// Loaded before a measured function: the names of AWS's endpoints lead to the servers on this machine. A store at any
// other address is first asked whether it supports conditional writes, which takes seven requests and never happens on AWS.
const dns = require('node:dns');

const { lookup } = dns;
const LOOPBACK = { address: '127.0.0.1', family: 4 };

dns.lookup = (host, options, callback) => {
  if (!host.endsWith('.amazonaws.com')) return lookup(host, options, callback);
  if (options.all === true) callback(null, [LOOPBACK]);
  else callback(null, LOOPBACK.address, LOOPBACK.family);
};
