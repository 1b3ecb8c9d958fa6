/**
 * Permissions on signers of certificates (seed 3, "Endpoints"). `signers` is no kind. Its names are those of signers, or all names of a
 * domain (`example.com/*`).
 */
import type { Authorizer } from '../api/authorization.ts';
import type { SignerVerb, User } from '../api/request.ts';
import type { Vocabulary } from '../model/vocabulary.ts';

export function certificatesGroup({ groupDomain }: Vocabulary): string {
	return `certificates.${groupDomain}`;
}

/** Reports whether a user has a permission on a signer, by its name or by its domain. A failing authorizer counts as a refusal. */
export async function mayForSigner(authorizer: Authorizer, user: User, verb: SignerVerb, signer: string, group: string): Promise<boolean> {
	const domain = signer.split('/')[0] ?? '';
	for (const name of [signer, `${domain}/*`]) {
		const info = { isResource: true, verb, group, version: '*', resource: 'signers', subresource: '', namespace: '', name } as const;
		try {
			const { verdict } = await authorizer.authorize({ user, info, path: '' });
			if (verdict === 'allow') return true;
		} catch {
			// The other name may be permitted.
		}
	}
	return false;
}
