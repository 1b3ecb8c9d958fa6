/** StorageVersionMigration: its resource is valid, its spec immutable (in the spec), and its outcome final. */
import type { StorageVersionMigration } from '../../generated/types/storagemigration/v1beta1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { JsonValue } from '../model/catalog.ts';
import { type Cause, invalidValue, required } from '../model/cause.ts';
import { deepEqual } from '../model/equal.ts';
import { checkDnsLabel1035, checkDnsSubdomain } from '../scalars/formats.ts';
import { keptByStatus } from './preserved-metadata.ts';

const outcomes = ['Succeeded', 'Failed'] as const;

export const storageVersionMigrationHooks: KindHooks<StorageVersionMigration, 'Resource' | 'Status'> = {
	preservedMetadata: keptByStatus,
	cells: ({ spec, status }) => {
		const { resource = '', group = '' } = spec?.resource ?? {};
		const shown = ['Running', ...outcomes];
		const last = (status?.conditions ?? []).filter(({ type, status: value }) => value === 'True' && shown.includes(type)).at(-1);
		return { Resource: group === '' ? resource : `${resource}.${group}`, Status: last?.type ?? 'Unknown' };
	},
	validate: ({ spec }, { subresource }) => (subresource === 'status' ? [] : resourceViolations(spec?.resource ?? { group: '', resource: '' })),
	validateUpdate: (migration, old, { subresource }) =>
		subresource === 'status' && !isSame(migration.status, old.status) ? outcomeViolations(migration, old) : [],
};

function resourceViolations({ group = '', resource = '' }: { readonly group?: string; readonly resource?: string }): Cause[] {
	const at = 'spec.resource';
	const ofResource = checkDnsLabel1035(resource);
	const ofGroup = group === '' ? [] : checkDnsSubdomain(group);
	return [
		...(resource === '' ? [required(`${at}.resource`, 'resource is required to be set')] : []),
		...(resource !== '' && ofResource.length > 0 ? [invalidValue(`${at}.resource`, resource, ofResource.join(','))] : []),
		...(ofGroup.length > 0 ? [invalidValue(`${at}.group`, group, ofGroup.join(','))] : []),
	];
}

function outcomeViolations({ status }: StorageVersionMigration, { status: before }: StorageVersionMigration): Cause[] {
	const conditions = status?.conditions ?? [];
	const is = (wanted: string, among = conditions): boolean => among.some(({ type, status: value }) => type === wanted && value === 'True');
	const refused = (why: string): Cause => invalidValue('status.conditions', conditions, why);
	const version = status?.resourceVersion ?? '';
	const known = before?.resourceVersion ?? '';
	return [
		...(version !== '' && !/^[1-9]\d*$/.test(version)
			? [invalidValue('status.resourceVersion', version, `resource version is not well formed: ${version}`)]
			: []),
		...(known !== '' && known !== version ? [invalidValue('status.resourceVersion', version, 'field is immutable')] : []),
		...(outcomes.every((outcome) => is(outcome)) ? [refused('Both success and failed conditions cannot be true at the same time')] : []),
		...(is('Succeeded', before?.conditions ?? []) && !is('Succeeded') ? [refused('Success condition cannot be set to false once it is true')] : []),
		...(is('Failed', before?.conditions ?? []) && !is('Failed') ? [refused('Failed condition cannot be set to false once it is true')] : []),
	];
}

function isSame(status: StorageVersionMigration['status'], before: StorageVersionMigration['status']): boolean {
	return deepEqual(status as object as JsonValue, before as object as JsonValue);
}
