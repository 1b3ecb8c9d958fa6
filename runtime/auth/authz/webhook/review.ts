/** SubjectAccessReview that a webhook receives and returns, in v1 or v1beta1. The versions differ in the name of the groups field. */
import type { Attributes, Decision } from '../../../api/authorization.ts';

export type ReviewVersion = 'v1' | 'v1beta1';

/** Returns the review's spec as JSON. Equal requests yield equal texts. */
export function specOf({ user, info, path, selectors }: Attributes, version: ReviewVersion): string {
	const { name, uid, groups, extra } = user;
	const asked = info.isResource
		? { resourceAttributes: { ...resourceOf(info), ...selectorsOf(selectors?.()) } }
		: { nonResourceAttributes: { ...withoutEmpty({ path, verb: info.verb }) } };
	return JSON.stringify({
		...asked,
		...withoutEmpty({ user: name, uid }),
		...(groups.length > 0 && { [version === 'v1' ? 'groups' : 'group']: groups }),
		...(Object.keys(extra).length > 0 && { extra }),
	});
}

function resourceOf(info: Extract<Attributes['info'], { readonly isResource: true }>): object {
	const { namespace, verb, group, version, resource, subresource, name } = info;
	return withoutEmpty({ namespace, verb, group, version, resource, subresource, name });
}

function selectorsOf(selectors: ReturnType<NonNullable<Attributes['selectors']>> | undefined): object {
	const { fields = [], labels = [] } = selectors ?? {};
	return {
		...(fields.length > 0 && { fieldSelector: { requirements: fields } }),
		...(labels.length > 0 && { labelSelector: { requirements: labels.map(({ values, ...of }) => (values.length > 0 ? { ...of, values } : of)) } }),
	};
}

/** Omits empty fields. */
function withoutEmpty(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
	return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

/** Reads a decision. Throws an Error of one sentence if the answer does not match the review. */
export function decisionOf(answer: string, apiVersion: string): Decision {
	const review = parsed(answer);
	if (review.kind !== 'SubjectAccessReview' || review.apiVersion !== apiVersion) {
		const [kind, of] = [review.kind, review.apiVersion].map((word) => JSON.stringify(word));
		throw new Error(`response is ${kind} of ${of}, expected SubjectAccessReview of ${JSON.stringify(apiVersion)}`);
	}
	const { allowed, denied = false, reason = '' } = asObject(review.status, 'status');
	if (typeof allowed !== 'boolean' || typeof denied !== 'boolean' || typeof reason !== 'string')
		throw new Error('status of the response has a field of a wrong type');
	if (allowed && denied) return deny('webhook subject access review returned both allow and deny response');
	if (denied) return deny(reason);
	return Object.freeze({ verdict: allowed ? 'allow' : 'no opinion', reason });
}

function deny(reason: string): Decision {
	return Object.freeze({ verdict: 'deny', reason });
}

function parsed(answer: string): Readonly<Record<string, unknown>> {
	let value: unknown;
	try {
		value = JSON.parse(answer);
	} catch (error) {
		throw new Error('response is not JSON', { cause: error });
	}
	return asObject(value, 'answer');
}

function asObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${what} of the response is not an object`);
	return value as Readonly<Record<string, unknown>>;
}
