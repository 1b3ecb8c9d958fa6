/** Authenticates requests without credentials as the anonymous user, where that is enabled (seed 3, Authentication). */
import type { Flag } from '../../api/flag.ts';
import { boolean } from '../../api/flag-value.ts';
import { anonymous as anonymousUser } from '../../api/identity.ts';
import type { Authenticator } from './contract.ts';

export const anonymousAuth: Flag<boolean> = {
	name: 'anonymous-auth',
	value: '[BOOL]',
	bare: true,
	help: 'Accept requests without credentials as the anonymous user. Always false with --authorization-mode AlwaysAllow.',
	default: true,
	shown: 'true',
	parse: boolean,
};

export const anonymous: Authenticator = {
	name: 'Anonymous',
	flags: [anonymousAuth],
	start({ flags, configuration }) {
		const configured = configuration?.configuration.anonymous;
		if (configured !== undefined && flags.isGiven(anonymousAuth)) {
			throw new Error(`--${anonymousAuth.name} flag cannot be set when anonymous field is configured in authentication configuration file`);
		}
		const { enabled, paths } = configured ?? { enabled: flags.of(anonymousAuth), paths: [] };
		if (!enabled) return undefined;
		if (paths.length === 0) return () => anonymousUser;
		const accepted = new Set(paths);
		return ({ path }) => (accepted.has(path) ? anonymousUser : undefined);
	},
};
