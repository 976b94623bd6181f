// Loaded before the program (NODE_OPTIONS=--import): runs that are compared byte by byte happen at the same time.
const now = Date.parse('2026-11-18T09:00:00Z');
Date.now = () => now;
