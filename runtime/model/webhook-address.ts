/** Address of a webhook, from its `clientConfig`. */
export interface WebhookAddress {
	readonly url?: string;
	readonly service?: { readonly namespace: string; readonly name: string; readonly path: string; readonly port: number };
	/** PEM of the CA. Empty: the system's trust store. */
	readonly ca: string;
}
