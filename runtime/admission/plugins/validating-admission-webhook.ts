/** ValidatingAdmissionWebhook: calls webhooks that may refuse writes (seed 3, "Admission webhook configuration"). */
import type { AdmissionPlugin } from '../contract.ts';
import { webhookPlugin } from '../webhooks/webhook-plugin.ts';

export const validatingAdmissionWebhook: AdmissionPlugin = webhookPlugin('ValidatingAdmissionWebhook', 'validatingwebhookconfigurations');
