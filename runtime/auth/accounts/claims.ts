/**
 * Private claims of service account tokens (RFC 7519): the account and the objects a token is bound to. Tokens have two forms: those from
 * TokenRequest, and legacy tokens stored in Secrets, which have a separate issuer.
 */
import type { AccountClaims, Ref } from '../../api/tokens.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';

type Payload = Readonly<Record<string, unknown>>;

/** Returns the issuer of legacy tokens, which are stored in Secrets. */
export function legacyIssuer({ product }: Vocabulary): string {
	return `${product}/serviceaccount`;
}

export function privateClaims(claims: AccountClaims, vocabulary: Vocabulary): Payload {
	const { labelDomain } = vocabulary;
	const { namespace, account, pod, node, secret, staleMs, liesIn } = claims;
	if (liesIn !== undefined) {
		const prefix = `${labelDomain}/serviceaccount`;
		return {
			[`${prefix}/namespace`]: namespace,
			[`${prefix}/secret.name`]: liesIn,
			[`${prefix}/service-account.name`]: account.name,
			[`${prefix}/service-account.uid`]: account.uid,
			sub: `system:serviceaccount:${namespace}:${account.name}`,
			iss: legacyIssuer(vocabulary),
		};
	}
	const own = { namespace, node, pod, secret, serviceaccount: account, warnafter: staleMs === undefined ? undefined : Math.floor(staleMs / 1000) };
	return { [labelDomain]: own };
}

/** Reads the account claims of a payload. Returns undefined if it is not a service account token. */
export function claimsOf(payload: Payload, vocabulary: Vocabulary): AccountClaims | undefined {
	const { labelDomain } = vocabulary;
	return payload.iss === legacyIssuer(vocabulary) ? legacyClaims(payload, `${labelDomain}/serviceaccount`) : boundClaims(payload[labelDomain]);
}

function boundClaims(own: unknown): AccountClaims | undefined {
	if (!isObject(own)) return undefined;
	const { namespace, serviceaccount, pod, node, secret, warnafter } = own;
	if (!isRef(serviceaccount) || typeof namespace !== 'string' || namespace === '') return undefined;
	for (const ref of [pod, node, secret]) if (ref !== undefined && ref !== null && !isRef(ref)) return undefined;
	return {
		namespace,
		account: serviceaccount,
		...(isRef(pod) && { pod }),
		...(isRef(node) && { node }),
		...(isRef(secret) && { secret }),
		...(typeof warnafter === 'number' && { staleMs: warnafter * 1000 }),
	};
}

function legacyClaims(payload: Payload, prefix: string): AccountClaims | undefined {
	const [namespace, liesIn, name, uid] = ['namespace', 'secret.name', 'service-account.name', 'service-account.uid'].map((key) => payload[`${prefix}/${key}`]);
	if (!isText(namespace) || !isText(liesIn) || !isText(name) || !isText(uid)) return undefined;
	return payload.sub === `system:serviceaccount:${namespace}:${name}` ? { namespace, account: { name, uid }, liesIn } : undefined;
}

function isRef(value: unknown): value is Ref {
	return isObject(value) && isText(value.name) && typeof (value.uid ?? '') === 'string';
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): value is Payload {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
