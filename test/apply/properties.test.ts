import { propertySuite } from './properties.ts';

propertySuite(500, 1);
