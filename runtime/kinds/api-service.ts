/** APIService: its name consists of version and group, and a group version that this server serves needs no service. */
import type { APIService, APIServiceCondition, APIServiceSpec } from '../../generated/types/apiregistration/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, invalidValue, notSupported, required } from '../model/cause.ts';
import { Clock } from '../scalars/clock.ts';
import { checkDnsLabel1035, checkDnsSubdomain } from '../scalars/formats.ts';
import { keptByStatus } from './preserved-metadata.ts';

const statuses = ['True', 'False', 'Unknown'];

/** Condition of an APIService for a group version that this server serves. */
export const localCondition = {
	type: 'Available',
	status: 'True',
	reason: 'Local',
	message: 'Local APIServices are always available',
} as const;

export const apiServiceHooks: KindHooks<APIService, 'Service' | 'Available'> = {
	preservedMetadata: keptByStatus,
	/** Such a group version is available as soon as its APIService exists. */
	prepareForCreate(object) {
		object.status = object.spec?.service === undefined ? { conditions: [{ ...localCondition, lastTransitionTime: new Clock().now() }] } : {};
	},
	cells: ({ spec, status }) => ({
		Service: spec?.service === undefined ? 'Local' : `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}`,
		Available: availability(status?.conditions?.find(({ type }) => type === 'Available')),
	}),
	validate({ metadata, spec = {} as APIServiceSpec, status }, { subresource }) {
		if (subresource === 'status') return conditionViolations(status?.conditions ?? []);
		return [...nameViolations(metadata?.name ?? '', spec), ...specViolations(spec)];
	},
};

function availability(condition: APIServiceCondition | undefined): string {
	if (condition === undefined) return 'Unknown';
	const { status = '', reason = '' } = condition;
	return status === 'True' || reason === '' ? status : `${status} (${reason})`;
}

function conditionViolations(conditions: readonly APIServiceCondition[]): Cause[] {
	return conditions.flatMap(({ status = '' }, index) =>
		statuses.includes(status) ? [] : [notSupported(`status.conditions[${index}].status`, status, statuses)],
	);
}

function nameViolations(name: string, { version = '', group = '' }: APIServiceSpec): Cause[] {
	const wanted = `${version}.${group}`;
	return name === '' || name === wanted ? [] : [invalidValue('metadata.name', name, `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`)];
}

function specViolations(spec: APIServiceSpec): Cause[] {
	const { group = '', version = '', groupPriorityMinimum: among = 0, versionPriority: within = 0 } = spec;
	return [
		...(group === '' && version !== 'v1' ? [required('spec.group', 'only v1 may have an empty group and it better be legacy kube')] : []),
		...(group === '' ? [] : checkDnsSubdomain(group).map((why) => invalidValue('spec.group', group, why))),
		...checkDnsLabel1035(version).map((why) => invalidValue('spec.version', version, why)),
		...(among > 0 && among <= 20_000 ? [] : [invalidValue('spec.groupPriorityMinimum', among, 'must be positive and less than 20000')]),
		...(within > 0 && within <= 1_000 ? [] : [invalidValue('spec.versionPriority', within, 'must be positive and less than 1000')]),
		...(spec.service === undefined ? localViolations(spec) : serviceViolations(spec.service, spec)),
	];
}

function localViolations({ caBundle = '', insecureSkipTLSVerify: insecure = false }: APIServiceSpec): Cause[] {
	const bytes = Buffer.byteLength(caBundle, 'base64');
	return [
		...(bytes === 0 ? [] : [invalidValue('spec.caBundle', `${bytes} bytes`, 'local APIServices may not have a caBundle')]),
		...(insecure ? [invalidValue('spec.insecureSkipTLSVerify', insecure, 'local APIServices may not have insecureSkipTLSVerify')] : []),
	];
}

function serviceViolations(
	{ namespace = '', name = '', port = 0 }: NonNullable<APIServiceSpec['service']>,
	{ caBundle = '', insecureSkipTLSVerify: insecure = false }: APIServiceSpec,
): Cause[] {
	return [
		...(namespace === '' ? [required('spec.service.namespace')] : []),
		...(name === '' ? [required('spec.service.name')] : []),
		...(port >= 1 && port <= 65_535 ? [] : [invalidValue('spec.service.port', port, 'port is not valid: must be between 1 and 65535, inclusive')]),
		...(insecure && caBundle !== '' ? [invalidValue('spec.insecureSkipTLSVerify', insecure, 'may not be true if caBundle is present')] : []),
	];
}
