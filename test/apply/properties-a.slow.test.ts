import { propertySuite } from './properties.ts';

for (const seed of [1, 2, 3, 4, 5]) propertySuite(10_000, seed);
