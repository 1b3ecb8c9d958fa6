/** StorageVersion: the versions in which servers store a resource must be consistent. */
import type { ServerStorageVersion, StorageVersion, StorageVersionCondition } from '../../generated/types/apiserverinternal/v1alpha1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, duplicate, invalidValue, required } from '../model/cause.ts';
import { compareReleases } from '../model/release.ts';
import { checkDnsLabel1035, checkDnsSubdomain, checkQualifiedName } from '../scalars/formats.ts';
import { firstOf } from './endpoints/addresses.ts';
import { keptByStatus } from './preserved-metadata.ts';

export function storageVersionHooks(release: string): KindHooks<StorageVersion, 'StorageVersions'> {
	const servedIsChecked = compareReleases(release, '1.28') >= 0;
	const saysWhy = compareReleases(release, '1.34') < 0;
	return {
		preservedMetadata: keptByStatus,
		cells: ({ status }) => ({
			StorageVersions: firstOf(
				(status?.storageVersions ?? []).map(({ apiServerID = '', encodingVersion = '' }) => `${apiServerID}=${encodingVersion}`),
				'<unset>',
			),
		}),
		validateCreate: ({ metadata }) => nameViolations(metadata?.name ?? ''),
		validate({ status }, { subresource }) {
			if (subresource !== 'status') return [];
			const servers = status?.storageVersions ?? [];
			const ids = servers.map(({ apiServerID = '' }) => apiServerID);
			return [
				...servers.flatMap((server, index) => {
					const path = `status.storageVersions[${index}]`;
					const id = ids[index] ?? '';
					const isRepeated = servedIsChecked && ids.indexOf(id) < index;
					return [
						...(isRepeated ? [duplicate(`${path}.apiServerID`, id)] : []),
						...serverViolations(server, path),
						...(servedIsChecked ? servedViolations(server, path) : []),
					];
				}),
				...commonVersionViolations(servers, status?.commonEncodingVersion),
				...conditionViolations(status?.conditions ?? [], saysWhy),
			];
		},
	};
}

function nameViolations(name: string): Cause[] {
	if (name === '') return [];
	const dot = name.lastIndexOf('.');
	const whys =
		dot < 0
			? ['name must be in the form of <group>.<resource>']
			: [
					...checkDnsSubdomain(name.slice(0, dot)).map((why) => `the group segment ${why}`),
					...checkDnsLabel1035(name.slice(dot + 1)).map((why) => `the resource segment ${why}`),
				];
	return whys.map((why) => invalidValue('metadata.name', name, why));
}

function serverViolations({ apiServerID: id = '', encodingVersion = '', decodableVersions }: ServerStorageVersion, path: string): Cause[] {
	const at = `${path}.decodableVersions`;
	return [
		...checkDnsSubdomain(id).map((why) => invalidValue(`${path}.apiServerID`, id, why)),
		...versionViolations(encodingVersion, `${path}.encodingVersion`),
		...(decodableVersions ?? []).flatMap((version, index) => versionViolations(version, `${at}[${index}]`)),
		...(decodableVersions?.includes(encodingVersion)
			? []
			: [invalidValue(at, decodableVersions ?? null, `decodableVersions must include encodingVersion ${encodingVersion}`)]),
	];
}

function servedViolations({ decodableVersions = [], servedVersions = [] }: ServerStorageVersion, path: string): Cause[] {
	return servedVersions.flatMap((version, index) => {
		const at = `${path}.servedVersions[${index}]`;
		const why = `individual served version : ${version} must be included in decodableVersions : [${decodableVersions.join(' ')}]`;
		return [...versionViolations(version, at), ...(decodableVersions.includes(version) ? [] : [invalidValue(at, version, why)])];
	});
}

function versionViolations(text: string, path: string): Cause[] {
	const parts = text.split('/');
	const isEmpty = 'must be non-empty';
	const check = (what: string, part: string, rule: (text: string) => readonly string[]): string[] =>
		(part === '' ? [isEmpty] : rule(part)).map((why) => `${what} part: ${why}`);
	const whys =
		parts.length > 2
			? [
					`an apiVersion is ${checkDnsLabel1035('').join(',').replace(' must', ', which must')} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')`,
				]
			: [...(parts.length === 2 ? check('group', parts[0] ?? '', checkDnsSubdomain) : []), ...check('version', parts.at(-1) ?? '', checkDnsLabel1035)];
	return whys.length === 0 ? [] : [invalidValue(path, text, whys.join(','))];
}

/** Checks that a common encoding version is set if and only if all servers have the same. */
function commonVersionViolations(servers: readonly ServerStorageVersion[], said: string | undefined): Cause[] {
	const path = 'status.commonEncodingVersion';
	const [first] = servers;
	const common = first?.encodingVersion ?? '';
	if (first === undefined || servers.some(({ encodingVersion = '' }) => encodingVersion !== common)) {
		const why = 'should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet';
		return said === undefined ? [] : [invalidValue(path, said, why)];
	}
	if (said === undefined) return [invalidValue(path, null, `the common encoding version is ${common}`)];
	return said === common ? [] : [invalidValue(path, said, `the actual common encoding version is ${common}`)];
}

/** Validates conditions. Causes have the path `status[0]`, as in Kubernetes, instead of `status.conditions[0]`. */
function conditionViolations(conditions: readonly StorageVersionCondition[], saysWhy: boolean): Cause[] {
	return conditions.flatMap(({ type = '', status = '', reason = '', message = '' }, index) => {
		const path = `status[${index}]`;
		const earlier = conditions.slice(0, index).findLastIndex((other) => (other.type ?? '') === type);
		const missing = (field: string): Cause => required(`${path}.${field}`, ...(saysWhy ? [`${field} cannot be empty`] : []));
		return [
			...(earlier < 0 ? [] : [invalidValue(`${path}.type`, type, `the type of the condition is not unique, it also appears in conditions[${earlier}]`)]),
			...checkQualifiedName(type).map((why) => invalidValue(`${path}.type`, type, why)),
			...checkQualifiedName(status).map((why) => invalidValue(`${path}.status`, status, why)),
			...(reason === '' ? [missing('reason')] : []),
			...(message === '' ? [missing('message')] : []),
		];
	});
}
