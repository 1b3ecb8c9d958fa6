/** Checks that run after all plugins and that no flag disables. Without them, other checks could be bypassed. */
import type { AdmissionPlugin } from '../contract.ts';
import { noEscalation } from './no-escalation.ts';
import { podCertificateSigning } from './pod-certificates.ts';
import { policyParameters } from './policy-parameters.ts';

export const alwaysInForce: readonly AdmissionPlugin[] = [noEscalation, podCertificateSigning, policyParameters];
