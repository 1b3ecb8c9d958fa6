/** Validates a device in a slice: attributes, consumed counters, and its nodes. */
import type { Counter, Device, DeviceAttribute, DeviceCapacity, NodeAllocatableResourceMapping } from '../../../generated/types/resource/v1.ts';
import { type Cause, forbiddenField, invalidValue, notFoundValue, required, tooLong, tooMany } from '../../model/cause.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';
import { canonicalQuantity, parseQuantity } from '../../scalars/quantity.ts';
import { isNative } from '../resource-names.ts';
import { bindingViolations, labelKeyViolations, labelViolations, qualifiedNameViolations, repeated } from './device-names.ts';
import { policyViolations } from './request-policy.ts';

const mostCounters = 32;
const mostNames = 32;
const mostValues = 48;
const longestText = 64;
const number = '(0|[1-9]\\d*)';
const before = '(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)';
const build = '[0-9a-zA-Z-]+';
const semver = new RegExp(`^${number}\\.${number}\\.${number}(-${before}(\\.${before})*)?(\\+${build}(\\.${build})*)?$`);
const lists = ['ints', 'bools', 'strings', 'versions'] as const;
const single = ['int', 'bool', 'string', 'version'] as const;

/** Validates a device. `apart`: each device selects its own nodes. */
export function deviceViolations(device: Device, path: string, apart: boolean, labelDomain: string): Cause[] {
	const { name = '', attributes = {}, capacity = {}, consumesCounters = [], taints = [] } = device;
	return [
		...labelViolations(name, `${path}.name`),
		...sizeViolations(attributes, capacity, path),
		...Object.entries(attributes).flatMap(([key, attribute]) => [
			...qualifiedNameViolations(key, `${path}.attributes`),
			...attributeViolations(attribute, `${path}.attributes[${key}]`),
		]),
		...Object.entries(capacity).flatMap(([key, { value, requestPolicy }]) => {
			const at = `${path}.capacity[${key}].requestPolicy`;
			const ofName = qualifiedNameViolations(key, `${path}.capacity`);
			if (requestPolicy === undefined) return ofName;
			if (!device.allowMultipleAllocations) return [...ofName, forbiddenField(at, 'allowMultipleAllocations must be true')];
			return [...ofName, ...policyViolations(requestPolicy, value, at)];
		}),
		...taints.flatMap(({ key = '' }, index) => labelKeyViolations(key, `${path}.taints[${index}].key`)),
		...consumesCounters.flatMap(({ counters }, index) => counterViolations(counters, `${path}.consumesCounters[${index}].counters`)),
		...repeated(consumesCounters, `${path}.consumesCounters`, ({ counterSet = '' }) => counterSet),
		...placeViolations(device, path, apart),
		...bindingViolations(device, path),
		...mappingViolations(device, `${path}.nodeAllocatableResourceMappings`, labelDomain),
	];
}

/** Validates counters by name, of available or consumed amounts. */
export function counterViolations(counters: Readonly<Record<string, Counter>> = {}, path: string): Cause[] {
	const names = Object.keys(counters);
	if (names.length === 0) return [required(path)];
	return names.length > mostCounters ? [tooMany(path, names.length, mostCounters)] : names.flatMap((name) => labelViolations(name, path));
}

export function hasLists({ attributes = {} }: Device): boolean {
	return Object.values(attributes).some((attribute) => lists.some((list) => attribute[list] !== undefined));
}

export function nodeNameViolations(name: string, path: string): Cause[] {
	return checkDnsSubdomain(name).map((why) => invalidValue(path, name, why));
}

function sizeViolations(attributes: Readonly<Record<string, DeviceAttribute>>, capacity: Readonly<Record<string, DeviceCapacity>>, path: string): Cause[] {
	const names = Object.keys(attributes).length + Object.keys(capacity).length;
	const valuesOf = (attribute: DeviceAttribute): number =>
		Math.max(
			1,
			lists.reduce((sum, list) => sum + (attribute[list]?.length ?? 0), 0),
		);
	const values = Object.values(attributes).reduce((sum, attribute) => sum + valuesOf(attribute), 0);
	return [
		...(names > mostNames ? [invalidValue(path, names, `the total number of attributes and capacities must not exceed ${mostNames}`)] : []),
		...(values > mostValues ? [invalidValue(path, values, `the total number of attribute values must not exceed ${mostValues}`)] : []),
	];
}

function attributeViolations(attribute: DeviceAttribute, path: string): Cause[] {
	const { string, version, strings = [], versions = [] } = attribute;
	const given = [...single, ...lists].filter((field) => attribute[field] !== undefined).length;
	return [
		...(string === undefined ? [] : textViolations(string, `${path}.string`)),
		...(version === undefined ? [] : versionViolations(version, `${path}.version`)),
		...strings.flatMap((text, index) => textViolations(text, `${path}.strings[${index}]`)),
		...versions.flatMap((text, index) => versionViolations(text, `${path}.versions[${index}]`)),
		...(given === 1 ? [] : [invalidValue(path, given === 0 ? '' : attribute, 'exactly one value must be specified')]),
	];
}

function textViolations(text: string, path: string): Cause[] {
	return Buffer.byteLength(text) > longestText ? [tooLong(path, longestText)] : [];
}

function versionViolations(text: string, path: string): Cause[] {
	const why = 'must be a string compatible with semver.org spec 2.0.0';
	return [...(semver.test(text) ? [] : [invalidValue(path, text, why)]), ...textViolations(text, path)];
}

function placeViolations({ nodeName, nodeSelector, allNodes }: Device, path: string, apart: boolean): Cause[] {
	const said = { nodeName: nodeName !== undefined, nodeSelector: nodeSelector !== undefined, allNodes: allNodes !== undefined };
	if (!apart) {
		const why = '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
		return Object.values(said).some((is) => is) ? [invalidValue(path, null, why)] : [];
	}
	const set = [...(nodeName ? ['`nodeName`'] : []), ...(said.nodeSelector ? ['`nodeSelector`'] : []), ...(allNodes ? ['`allNodes`'] : [])];
	const why = 'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
	return [
		...(nodeName === '' ? [invalidValue(`${path}.nodeName`, '', 'must not be empty')] : nodeNameViolations(nodeName ?? 'absent', `${path}.nodeName`)),
		...(allNodes === false ? [invalidValue(`${path}.allNodes`, false, 'must be either unset or set to true')] : []),
		...(set.length === 0 ? [required(path, why)] : set.length > 1 ? [invalidValue(path, `{${set.join(', ')}}`, why)] : []),
	];
}

function mappingViolations({ nodeAllocatableResourceMappings: mappings = {}, capacity = {} }: Device, path: string, labelDomain: string): Cause[] {
	return Object.entries(mappings).flatMap(([name, mapping]) => {
		const at = `${path}[${name}]`;
		const isForeign = !isNative(name, labelDomain);
		return [...(isForeign ? [invalidValue(at, name, 'must be a node allocatable resource name')] : []), ...amountViolations(mapping, capacity, at)];
	});
}

function amountViolations(
	{ allocationMultiplier: times, capacityKey: key }: NodeAllocatableResourceMapping,
	capacity: Readonly<Record<string, DeviceCapacity>>,
	path: string,
): Cause[] {
	const isPositive = times === undefined || parseQuantity(times).nano > 0n;
	return [
		...(isPositive ? [] : [invalidValue(`${path}.allocationMultiplier`, canonicalQuantity(times), 'must be positive')]),
		...(key === '' ? [invalidValue(`${path}.capacityKey`, '', 'capacityKey must not be an empty string')] : []),
		...(key && !Object.hasOwn(capacity, key) ? [notFoundValue(`${path}.capacityKey`, key)] : []),
	];
}
