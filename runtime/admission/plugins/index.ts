/** All admission plugins, in the order they run. */
import type { AdmissionPlugin } from '../contract.ts';
import { mutatingAdmissionWebhook } from './mutating-admission-webhook.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';
import { nodeRestriction } from './node-restriction/node-restriction.ts';
import { podSecurity } from './pod-security/pod-security.ts';
import { validatingAdmissionWebhook } from './validating-admission-webhook.ts';

export const admissionPlugins: readonly AdmissionPlugin[] = [
	namespaceLifecycle,
	nodeRestriction,
	podSecurity,
	mutatingAdmissionWebhook,
	validatingAdmissionWebhook,
];
