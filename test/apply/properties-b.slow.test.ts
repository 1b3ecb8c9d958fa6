/** As `properties-a`, at the same time as that. */
import { propertySuite } from './properties.ts';

for (const seed of [6, 7, 8, 9, 10]) propertySuite(10_000, seed);
