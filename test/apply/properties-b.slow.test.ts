/** As `properties-a`, at the same time as that. */
import { propertySuite } from './properties.ts';

propertySuite(2, 2);
