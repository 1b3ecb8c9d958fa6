/**
 * PodCertificateRequest: the requester proves possession of the key, and the spec is immutable. The signer's outcome is final, and the
 * certificate must match the request.
 */
import type { PodCertificateRequest, PodCertificateRequestSpec } from '../../../generated/types/certificates/v1beta1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { type Cause, invalidValue, notSupported, required, tooLong } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { checkDnsSubdomain, checkQualifiedName } from '../../scalars/formats.ts';
import { keptByStatus } from '../preserved-metadata.ts';
import { selectorText } from '../selector-text.ts';
import { chainViolations } from './issued-chain.ts';
import { possessionViolations } from './possession.ts';
import { signerNameViolations } from './signer-name.ts';

type Status = NonNullable<PodCertificateRequest['status']>;

const outcomes: readonly string[] = ['Issued', 'Denied', 'Failed'];
const hour = 60 * 60;
const longestUid = 128;
const mostAnnotationBytes = 256 * 1024;

export function podCertificateRequestHooks({ labelDomain, shortPrefix }: Vocabulary): KindHooks<PodCertificateRequest, 'State' | 'UnverifiedUserAnnotations'> {
	/** Returns the maximum lifetime: one day for built-in signers, 91 days for others. */
	const longest = (signer: string): number => {
		const [domain = ''] = signer.split('/');
		return (domain === labelDomain || domain.endsWith(`.${labelDomain}`) ? 1 : 91) * 24 * hour;
	};
	return {
		preservedMetadata: keptByStatus,
		cells: ({ spec, status }) => ({
			State: outcomeOf(status)?.type ?? 'Pending',
			UnverifiedUserAnnotations: selectorText({ matchLabels: spec.unverifiedUserAnnotations ?? {} }),
		}),
		prepareForCreate(request) {
			request.status = {};
		},
		validateCreate: ({ spec }) => [...nameViolations(spec), ...timeViolations(spec, longest(spec.signerName)), ...possessionViolations(spec)],
		validateUpdate: (request, old, { subresource }) => (subresource === 'status' ? statusViolations(request, old, `${shortPrefix}-apiserver`) : []),
	};
}

function nameViolations(spec: PodCertificateRequestSpec): Cause[] {
	const { signerName, unverifiedUserAnnotations: annotations = {}, podName, serviceAccountName, nodeName, podUID, serviceAccountUID, nodeUID } = spec;
	const nameOf = (field: string, name: string): Cause[] => checkDnsSubdomain(name).map((why) => invalidValue(`spec.${field}`, name, why));
	const uidOf = (field: string, uid: string): Cause[] => [
		...(uid === '' ? [invalidValue(`spec.${field}`, uid, 'must not be empty')] : []),
		...(uid.length > longestUid ? [tooLong(`spec.${field}`, longestUid)] : []),
	];
	return [
		...signerNameViolations(signerName, 'spec.signerName', ''),
		...annotationViolations(annotations, 'spec.unverifiedUserAnnotations'),
		...nameOf('podName', podName),
		...uidOf('podUID', podUID),
		...nameOf('serviceAccountName', serviceAccountName),
		...uidOf('serviceAccountUID', serviceAccountUID),
		...nameOf('nodeName', nodeName),
		...uidOf('nodeUID', nodeUID),
	];
}

/** Checks annotations; unlike those of objects, each key needs a domain. */
function annotationViolations(annotations: Readonly<Record<string, string>>, path: string): Cause[] {
	const size = Object.entries(annotations).reduce((bytes, [key, value]) => bytes + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
	return [
		...Object.keys(annotations).flatMap((key) => keyViolations(key.toLowerCase(), path)),
		...(size > mostAnnotationBytes ? [tooLong(path, mostAnnotationBytes)] : []),
	];
}

function keyViolations(key: string, path: string): Cause[] {
	if (key === '') return [required(path)];
	const problems = checkQualifiedName(key);
	if (problems.length > 0) return problems.map((why) => invalidValue(path, key, why));
	return key.includes('/') ? [] : [invalidValue(path, key, 'must be a domain-prefixed key (such as "acme.io/foo")')];
}

function timeViolations({ maxExpirationSeconds: seconds = 0 }: PodCertificateRequestSpec, longest: number): Cause[] {
	if (seconds >= hour && seconds <= longest) return [];
	return [invalidValue('spec.maxExpirationSeconds', seconds, `must be in the range [${hour}, ${longest}]`)];
}

function outcomeOf(status: Status | undefined) {
	return status?.conditions?.findLast(({ type }) => outcomes.includes(type));
}

function statusViolations(request: PodCertificateRequest, old: PodCertificateRequest, server: string): Cause[] {
	const { status = {} } = request;
	const { status: before = {} } = old;
	if (deepEqual(status as object as JsonValue, before as object as JsonValue)) return [];
	const { conditions = [] } = status;
	const causes = conditions.flatMap(({ type, status: value }, index) => {
		// The dot before the index is that of Kubernetes.
		const at = `status.conditions.[${index}]`;
		if (!outcomes.includes(type)) return [notSupported(`${at}.type`, type, outcomes)];
		const isSecond = conditions.slice(0, index).some((other) => outcomes.includes(other.type));
		return [
			...(isSecond ? [invalidValue(`${at}.type`, type, 'There may be at most one condition with type "Issued", "Denied", or "Failed"')] : []),
			...(value === 'True' ? [] : [notSupported(`${at}.status`, value, ['True'])]),
		];
	});
	// The content of invalid conditions is not checked further.
	if (causes.length > 0 || conditions.some(({ reason = '', lastTransitionTime = '' }) => reason === '' || lastTransitionTime === '')) return causes;
	const refused = (why: string): Cause => ({ reason: 'FieldValueInvalid', field: 'status', message: `Invalid value: ${why}` });
	if (outcomeOf(before) !== undefined) return [refused('immutable after PodCertificateRequest is issued, denied, or failed')];
	const outcome = outcomeOf(status)?.type;
	if (outcome === undefined) return [refused('status is immutable unless transitioning to "Issued", "Denied", or "Failed"')];
	if (outcome === 'Issued') return chainViolations(status, old.spec, { server, now: new Date() });
	const { conditions: _, ...rest } = status;
	return Object.keys(rest).length > 0 ? [refused('non-condition status fields must be empty when denying or failing the PodCertificateRequest')] : [];
}
