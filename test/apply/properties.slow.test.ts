import { propertySuite } from './properties.ts';

for (let seed = 1; seed <= 10; seed++) propertySuite(10_000, seed);
