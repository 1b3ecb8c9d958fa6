import { seedOfCommit, tries } from '../setup/sample.ts';
import { propertySuite } from './properties.ts';

propertySuite(tries({ sample: 5_000, full: 50_000 }), seedOfCommit());
