/** What is always asked, behind all plugins, whatever flags say: without it others would be worth nothing. */
import type { AdmissionPlugin } from '../contract.ts';
import { noEscalation } from './no-escalation.ts';

export const alwaysInForce: readonly AdmissionPlugin[] = [noEscalation];
