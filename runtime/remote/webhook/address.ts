/** Address of a webhook as API objects have it. */
import type { WebhookAddress } from '../../model/webhook-address.ts';

/** The part of the API types that names a webhook. They agree in all groups. */
export interface ClientConfig {
	readonly url?: string;
	readonly service?: { readonly namespace: string; readonly name: string; readonly path?: string; readonly port?: number };
	/** Base64 of PEM. */
	readonly caBundle?: string;
}

export function addressOf({ url, service, caBundle = '' }: ClientConfig): WebhookAddress {
	return {
		...(url !== undefined && { url }),
		...(service !== undefined && { service: { namespace: service.namespace, name: service.name, path: service.path ?? '', port: service.port ?? 443 } }),
		ca: Buffer.from(caBundle, 'base64').toString(),
	};
}
