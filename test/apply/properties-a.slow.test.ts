import { seedOfCommit, tries } from '../setup/sample.ts';
import { propertySuite } from './properties.ts';

propertySuite(tries({ sample: 2_500, full: 50_000 }), seedOfCommit());
