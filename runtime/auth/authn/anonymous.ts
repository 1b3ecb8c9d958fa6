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
	start: ({ flags }) => (flags.of(anonymousAuth) ? () => anonymousUser : undefined),
};
