/** Stored certificate requests as their controllers read them. */
import type { CertificateSigningRequest, CertificateSigningRequestCondition } from '../../../generated/types/certificates/v1.ts';
import { ApiError } from '../../api/errors.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { CachedObject } from '../../watch/contract.ts';
import type { ControllerContext } from '../contract.ts';

/** Service account of the certificate controllers, as in Kubernetes. */
export const identity = 'certificate-controller';
/** API group as written in `rules` of controllers; `{groupDomain}` is replaced by the vocabulary. */
export const groupByRole = 'certificates.{groupDomain}';

export function requestsResource({ groupDomain }: Vocabulary): string {
	return `certificatesigningrequests.certificates.${groupDomain}`;
}

export function requestOf(object: CachedObject): CertificateSigningRequest {
	return parseWhole(object) as object as CertificateSigningRequest;
}

export function hasCondition({ status }: CertificateSigningRequest, ...types: readonly string[]): boolean {
	return (status?.conditions ?? []).some(({ type }) => types.includes(type));
}

export function isIssued({ status }: CertificateSigningRequest): boolean {
	return (status?.certificate ?? '') !== '';
}

/**
 * Writes the status of a request through a subresource, unless the request is gone, replaced, or no longer satisfies `holds`. After a
 * crash, a repetition finds the status written and changes nothing.
 */
export async function writeStatus(
	{ actor, verbs }: ControllerContext,
	request: CertificateSigningRequest,
	subresource: 'approval' | 'status',
	holds: (current: CertificateSigningRequest) => boolean,
	status: (before: NonNullable<CertificateSigningRequest['status']>) => NonNullable<CertificateSigningRequest['status']>,
): Promise<void> {
	const { name = '', uid } = request.metadata ?? {};
	try {
		await actor.update({ storageName: requestsResource(verbs.vocabulary), namespace: '', name, subresource }, (stored) => {
			const current = stored as object as CertificateSigningRequest;
			if (current.metadata?.uid !== uid || !holds(current)) return { ...stored };
			return { ...stored, status: status(current.status ?? {}) as object as JsonObject };
		});
	} catch (error) {
		if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
	}
}

export function withCondition(
	{ conditions = [], ...status }: NonNullable<CertificateSigningRequest['status']>,
	condition: Pick<CertificateSigningRequestCondition, 'type' | 'reason' | 'message'>,
): NonNullable<CertificateSigningRequest['status']> {
	return { ...status, conditions: [...conditions, { status: 'True', ...condition }] };
}
