import { runs, seedOfCommit } from '../setup/sample.ts';
import { propertySuite } from './properties.ts';

propertySuite(runs(500), seedOfCommit());
