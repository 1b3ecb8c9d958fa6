import { propertySuite } from './properties.ts';

propertySuite(1, 2);
