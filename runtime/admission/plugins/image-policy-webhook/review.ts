/** ImageReview: request about the images of a pod, and the backend's response. */
import type { Pod } from '../../../../generated/types/core/v1.ts';
import type { AdmissionRequest } from '../../contract.ts';

export interface ImageVerdict {
	readonly isAllowed: boolean;
	readonly reason: string;
	readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** Returns the spec as JSON. Equal requests have equal texts. */
export function reviewSpec({ object, subresource, namespace }: AdmissionRequest, annotationPart: string): string {
	const { metadata, spec } = object as unknown as Pod;
	const { containers = [], initContainers = [], ephemeralContainers = [] } = spec ?? {};
	const reviewed: readonly { readonly image?: string }[] = subresource === '' ? [...containers, ...initContainers] : ephemeralContainers;
	const annotations = Object.entries(metadata?.annotations ?? {}).filter(([key]) => key.includes(annotationPart));
	return JSON.stringify({
		...(reviewed.length > 0 && { containers: reviewed.map(({ image }) => ({ ...(image && { image }) })) }),
		...(annotations.length > 0 && { annotations: Object.fromEntries(annotations.sort(([a], [b]) => (a < b ? -1 : 1))) }),
		...(namespace !== '' && { namespace }),
	});
}

export function reviewText(spec: string, apiVersion: string): string {
	return `{"kind":"ImageReview","apiVersion":${JSON.stringify(apiVersion)},"metadata":{"creationTimestamp":null},"spec":${spec},"status":{"allowed":false}}`;
}

type Section = Readonly<Record<string, unknown>>;

/** Reads a response and ignores its spec. Throws an Error of one sentence if it is no ImageReview. */
export function verdictOf(text: string, apiVersion: string): ImageVerdict {
	const review = parsed(text);
	const { kind = 'ImageReview', apiVersion: version = apiVersion, status = {} } = review;
	if (kind !== 'ImageReview' || version !== apiVersion)
		throw new Error(`response is ${JSON.stringify(kind)} of ${JSON.stringify(version)}, expected ImageReview of ${apiVersion}`);
	const { allowed = false, reason = '', auditAnnotations = {} } = asSection(status, 'status');
	if (typeof allowed !== 'boolean' || typeof reason !== 'string') throw new Error('status of the response has a field of a wrong type');
	const annotations = Object.entries(asSection(auditAnnotations ?? {}, 'status.auditAnnotations'));
	if (annotations.some(([, value]) => typeof value !== 'string')) throw new Error('an audit annotation of the response is not a string');
	return { isAllowed: allowed, reason, auditAnnotations: Object.fromEntries(annotations) as Readonly<Record<string, string>> };
}

function parsed(text: string): Section {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new Error('response is not JSON', { cause: error });
	}
	return asSection(value, 'the response');
}

function asSection(value: unknown, what: string): Section {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${what} is not an object`);
	return value as Section;
}
