// Loaded before the program (NODE_OPTIONS=--import): its clock starts in the week after the one that the small company has.
const real = Date.now;
const offset = Date.parse('2026-11-18T09:00:00Z') - real();
Date.now = () => real() + offset;
