/** MutatingAdmissionWebhook: calls webhooks that may change written objects (seed 3, "Admission webhook configuration"). */
import { webhookPlugin } from '../webhooks/webhook-plugin.ts';

export const mutatingAdmissionWebhook = webhookPlugin('MutatingAdmissionWebhook', 'mutatingwebhookconfigurations');
