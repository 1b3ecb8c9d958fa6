/** Webhook mode and its flags. The client code is loaded only when the mode is used. */
import type { Flag } from '../../../api/flag.ts';
import { type DurationBounds, duration, text } from '../../../api/flag-value.ts';
import type { AuthorizerRow } from '../contract.ts';
import type { ReviewVersion } from './review.ts';

const configFile: Flag<string | undefined> = {
	name: 'authorization-webhook-config-file',
	value: 'FILE',
	help: 'Kubeconfig file for the authorization webhook, used with --authorization-mode Webhook.',
	default: undefined,
	parse: text,
};

const reviewVersion: Flag<ReviewVersion> = {
	name: 'authorization-webhook-version',
	value: 'VERSION',
	help: 'API version of the SubjectAccessReview sent to the webhook: v1 or v1beta1.',
	default: 'v1beta1',
	shown: 'v1beta1',
	parse: version,
};

/** Bounds of the cache lifetimes; 0 disables the cache. */
const holding: DurationBounds = { minMs: 0, maxMs: 24 * 3_600_000 };

const authorizedTtl: Flag<number> = {
	name: 'authorization-webhook-cache-authorized-ttl',
	value: 'DURATION',
	help: 'Duration for which allowed responses of the webhook are cached.',
	default: 5 * 60_000,
	shown: '5m0s',
	parse: (value) => duration(value, holding),
};

const unauthorizedTtl: Flag<number> = {
	name: 'authorization-webhook-cache-unauthorized-ttl',
	value: 'DURATION',
	help: 'Duration for which responses of the webhook other than allowed are cached.',
	default: 30_000,
	shown: '30s',
	parse: (value) => duration(value, holding),
};

export const webhook: AuthorizerRow = {
	name: 'Webhook',
	used: 'mode',
	flags: [configFile, reviewVersion, authorizedTtl, unauthorizedTtl],
	needs: configFile,
	async start(context) {
		const { startWebhook } = await import('./start.ts');
		const { flags } = context;
		const file = flags.of(configFile) ?? '';
		const settings = {
			file,
			source: `--${configFile.name} ${file}`,
			version: flags.of(reviewVersion),
			authorizedMs: flags.of(authorizedTtl),
			unauthorizedMs: flags.of(unauthorizedTtl),
		};
		return startWebhook(settings, context);
	},
};

function version(value: string): ReviewVersion {
	if (value === 'v1' || value === 'v1beta1') return value;
	throw new Error('expected v1 or v1beta1');
}
