/** Webhook token authenticator and its flags. The client code is loaded only when the flag is given. */
import type { Flag } from '../../api/flag.ts';
import { duration, text } from '../../api/flag-value.ts';
import type { Authenticator } from './contract.ts';
import type { TokenReviewVersion } from './webhook-tokens.ts';

const configFile: Flag<string | undefined> = {
	name: 'authentication-token-webhook-config-file',
	value: 'FILE',
	help: 'Kubeconfig file for the token webhook, which authenticates bearer tokens.',
	default: undefined,
	parse: text,
};

const reviewVersion: Flag<TokenReviewVersion> = {
	name: 'authentication-token-webhook-version',
	value: 'VERSION',
	help: 'API version of the TokenReview sent to the webhook: v1 or v1beta1.',
	default: 'v1beta1',
	shown: 'v1beta1',
	parse(value) {
		if (value === 'v1' || value === 'v1beta1') return value;
		throw new Error('expected v1 or v1beta1');
	},
};

const cacheTtl: Flag<number> = {
	name: 'authentication-token-webhook-cache-ttl',
	value: 'DURATION',
	help: 'Duration for which responses of the webhook are cached.',
	default: 120_000,
	shown: '2m0s',
	parse: (value) => duration(value, { minMs: 0, maxMs: 24 * 3_600_000 }),
};

export const webhook: Authenticator = {
	name: 'Webhook',
	flags: [configFile, reviewVersion, cacheTtl],
	async start({ flags, log, vocabulary, accounts, signal }) {
		const file = flags.of(configFile);
		if (file === undefined) {
			const alone = [reviewVersion, cacheTtl].find((flag) => flags.isGiven(flag as Flag<unknown>));
			if (alone !== undefined) throw new Error(`--${alone.name} needs --${configFile.name}`);
			return undefined;
		}
		const [{ readRemoteService }, { remoteClient }, { webhookTokens }] = await Promise.all([
			import('../../remote/service-file.ts'),
			import('../../remote/remote-client.ts'),
			import('./webhook-tokens.ts'),
		]);
		const service = await readRemoteService(file, `--${configFile.name} ${file}`);
		return webhookTokens({
			client: await remoteClient(service, signal),
			authority: service.url.origin,
			vocabulary,
			version: flags.of(reviewVersion),
			ttlMs: flags.of(cacheTtl),
			audiences: accounts.audiences,
			failed: (sentence) => log.warn(sentence),
		});
	},
};
