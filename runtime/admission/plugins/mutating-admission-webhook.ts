/** MutatingAdmissionWebhook: calls webhooks that may change written objects (seed 3, "Admission webhook configuration"). */
import type { AdmissionPlugin } from '../contract.ts';
import { webhookPlugin } from '../webhooks/webhook-plugin.ts';

export const mutatingAdmissionWebhook: AdmissionPlugin = webhookPlugin('MutatingAdmissionWebhook', 'mutatingwebhookconfigurations');
