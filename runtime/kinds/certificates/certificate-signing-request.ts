/**
 * CertificateSigningRequest: the server sets the requester, and the spec is immutable. Approval has one subresource and the certificate is
 * in another; a decision is final. v1beta1 has fewer rules.
 */
import type { CertificateSigningRequest, CertificateSigningRequestStatus } from '../../../generated/types/certificates/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { JsonValue, Release } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { humanDuration } from '../../scalars/age.ts';
import { certificateProblem } from './certificate.ts';
import { type Condition, conditionChanges, conditionViolations, keepDecisions, leniencyFor, stampConditions, stateOf } from './conditions.ts';
import { signerNameViolations } from './signer-name.ts';
import { readSigningRequest } from './signing-request.ts';
import { areDifferent, areKnown, legacySigner, signerOf, usageViolations } from './usages.ts';

type Columns = 'SignerName' | 'Requestor' | 'RequestedDuration' | 'Condition';
type Stored = CertificateSigningRequest | undefined;

export function certificateSigningRequestHooks(vocabulary: Vocabulary, release: Release): KindHooks<CertificateSigningRequest, Columns> {
	const { labelDomain } = vocabulary;
	const old = compareReleases(release, '1.26') < 0;

	function violations(request: CertificateSigningRequest, stored: Stored, isOlder: boolean): Cause[] {
		const { spec, status } = request;
		const before = stored?.spec;
		const usages = spec.usages ?? [];
		const signer = spec.signerName ?? '';
		const demands = {
			known: !isOlder && (before === undefined || areKnown(before.usages ?? [])),
			different: !isOlder && (before === undefined || areDifferent(before.usages ?? [])),
		};
		const legacy = legacySigner(labelDomain);
		const isRefused = signer === legacy && !isOlder && before?.signerName !== legacy;
		return [
			...requestViolations(spec.request ?? ''),
			...usageViolations(usages, demands, old ? 'usages must be provided' : ''),
			...(isRefused
				? [invalidValue('spec.signerName', signer, 'the legacy signerName is not allowed via this API version')]
				: signerNameViolations(signer, 'spec.signerName', old ? 'signerName must be provided' : '')),
			...conditionViolations(conditionsOf(status), leniencyFor(conditionsOf(stored?.status), isOlder), old),
			...certificateViolations(status?.certificate, stored, isOlder),
		];
	}

	return {
		untrackedFields: { '': ['spec'], status: ['status.conditions'], approval: ['status.certificate'] },
		prepareForCreate(request, { user, version }) {
			const { username: _username, uid: _uid, groups: _groups, extra: _extra, ...asked } = request.spec;
			const extra = Object.fromEntries(Object.entries(user.extra).map(([key, values]) => [key, [...values]]));
			request.spec = {
				...asked,
				...(version === 'v1beta1' && !asked.signerName ? { signerName: signerOf(decoded(asked.request ?? ''), asked.usages ?? [], vocabulary) } : {}),
				...(user.name !== '' && { username: user.name }),
				...(user.uid !== '' && { uid: user.uid }),
				...(user.groups.length > 0 && { groups: [...user.groups] }),
				...(Object.keys(extra).length > 0 && { extra }),
			};
			request.status = {};
		},
		prepareForUpdate(request, before, { subresource }) {
			request.spec = before.spec;
			if (subresource === '') return;
			const decided = conditionsOf(before.status);
			const sent = conditionsOf(request.status);
			const kept = subresource === 'status' ? keepDecisions(sent, decided) : sent;
			const { conditions: _, ...status } = (subresource === 'approval' ? before.status : request.status) ?? {};
			request.status = kept.length === 0 ? status : { ...status, conditions: stampConditions(kept, decided, new Date()) };
		},
		validateCreate: (request, { version }) => violations(request, undefined, version === 'v1beta1'),
		validateUpdate(request, before, { subresource, version }) {
			if (isSame(request, before)) return [];
			return [
				...violations(request, before, version === 'v1beta1'),
				...conditionChanges(conditionsOf(request.status), conditionsOf(before.status), subresource === 'approval'),
				...certificateChanges(request, before, version === 'v1beta1'),
			];
		},
		cells: ({ spec, status }) => ({
			SignerName: spec.signerName || '<none>',
			Requestor: spec.username ?? '',
			RequestedDuration: spec.expirationSeconds === undefined ? '<none>' : humanDuration(spec.expirationSeconds * 1000),
			Condition: stateOf(conditionsOf(status), (status?.certificate ?? '') !== ''),
		}),
	};
}

function isSame({ spec, status = {} }: CertificateSigningRequest, { spec: before, status: statusBefore = {} }: CertificateSigningRequest): boolean {
	return deepEqual([spec, status] as object as JsonValue, [before, statusBefore] as object as JsonValue);
}

function conditionsOf(status: CertificateSigningRequestStatus | undefined): readonly Condition[] {
	return status?.conditions ?? [];
}

function decoded(base64: string): string {
	return Buffer.from(base64, 'base64').toString('latin1');
}

function requestViolations(request: string): Cause[] {
	try {
		readSigningRequest(decoded(request));
		return [];
	} catch (error) {
		if (error instanceof Error) return [invalidValue('spec.request', request, error.message)];
		throw error;
	}
}

/** Checks a certificate, unless it is unchanged or replaces an invalid one. */
function certificateViolations(certificate: string | undefined, stored: Stored, isOlder: boolean): Cause[] {
	const before = stored?.status?.certificate;
	if (isOlder || (stored !== undefined && certificate === before)) return [];
	if (before !== undefined && certificateProblem(decoded(before)) !== undefined) return [];
	const why = certificate === undefined ? undefined : certificateProblem(decoded(certificate));
	return why === undefined ? [] : [invalidValue('status.certificate', '<certificate data>', why)];
}

function certificateChanges(request: CertificateSigningRequest, stored: CertificateSigningRequest, isOlder: boolean): Cause[] {
	const before = stored.status?.certificate ?? '';
	return before === '' || isOlder || (request.status?.certificate ?? '') === before
		? []
		: [forbiddenField('status.certificate', 'updates may not modify existing certificate content')];
}
