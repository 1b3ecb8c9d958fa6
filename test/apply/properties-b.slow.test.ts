/** As `properties-a`, at the same time as that: 100,000 in both together, in a full run. */
import { seedOfCommit, tries } from '../setup/sample.ts';
import { propertySuite } from './properties.ts';

propertySuite(tries({ sample: 5_000, full: 50_000 }), seedOfCommit() + 1);
