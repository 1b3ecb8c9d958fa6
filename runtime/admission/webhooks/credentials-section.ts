/** Section of the webhook plugins in the configuration file. Its reader is loaded only when the section exists. */
import type { RemoteUser } from '../../remote/service-file.ts';
import type { PluginConfiguration } from '../contract.ts';
import type { UserFor } from './dependencies.ts';

export const noCredentials: RemoteUser = { authorization: () => undefined };

export const credentialsSection: PluginConfiguration<UserFor> = {
	kinds({ vocabulary }) {
		const group = `apiserver.config.${vocabulary.groupDomain}`;
		return [
			{ apiVersion: `${group}/v1`, kind: 'WebhookAdmissionConfiguration' },
			{ apiVersion: `${group}/v1alpha1`, kind: 'WebhookAdmission' },
		];
	},
	async read(section, where) {
		const { credentialsIn } = await import('./credentials.ts');
		return credentialsIn(section, where, noCredentials);
	},
};
