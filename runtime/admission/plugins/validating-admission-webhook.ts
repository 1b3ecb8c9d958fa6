/** ValidatingAdmissionWebhook: calls webhooks that may refuse writes (seed 3, "Admission webhook configuration"). */
import { webhookPlugin } from '../webhooks/webhook-plugin.ts';

export const validatingAdmissionWebhook = webhookPlugin('ValidatingAdmissionWebhook', 'validatingwebhookconfigurations');
