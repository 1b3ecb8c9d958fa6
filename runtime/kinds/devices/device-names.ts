/** Validates names of drivers, pools, devices and attributes. Messages for empty names differ by field, as in Kubernetes. */
import { type Cause, duplicate, invalidValue, required, tooLong } from '../../model/cause.ts';
import { readAnyCidr, textOf } from '../../scalars/addresses.ts';
import { checkDnsLabel, checkDnsSubdomain, checkQualifiedName, formatNamed } from '../../scalars/formats.ts';

const longestPool = 253;
const longestIdentifier = 32;

export function driverViolations(name: string, path: string): Cause[] {
	if (name === '') return [required(path)];
	const problems = formatNamed('csi-driver-name')?.check(name) ?? [];
	return problems.map((problem) => (typeof problem === 'string' ? invalidValue(path, name, problem) : problem.at(path)));
}

export function poolViolations(name: string, path: string): Cause[] {
	if (name === '') return [required(path)];
	const ofParts = name.split('/').flatMap((part) => checkDnsSubdomain(part).map((why) => invalidValue(path, part, why)));
	return [...(name.length > longestPool ? [tooLong(path, longestPool)] : []), ...ofParts];
}

export function labelViolations(name: string, path: string): Cause[] {
	return checkDnsLabel(name).map((why) => invalidValue(path, name, why));
}

export function labelKeyViolations(name: string, path: string): Cause[] {
	return checkQualifiedName(name).map((why) => invalidValue(path, name, why));
}

/** Validates the key of a map. `path`: path of the map, which causes about keys have. */
export function qualifiedNameViolations(name: string, path: string): Cause[] {
	const [first = '', second] = name.split('/');
	if (second === undefined) return identifierViolations(first, path);
	// Kubernetes accepts any name with more than one slash.
	if (name.split('/').length > 2) return [];
	return [
		...(first === '' ? [invalidValue(path, '', 'the domain must not be empty')] : driverViolations(first, path)),
		...(second === '' ? [invalidValue(path, '', 'the name must not be empty')] : identifierViolations(second, path)),
	];
}

export function fullNameViolations(name: string, path: string): Cause[] {
	const isFull = name.includes('/');
	const why = 'a fully qualified name must be a domain and a name separated by a slash';
	return [...qualifiedNameViolations(name, path), ...(isFull ? [] : [invalidValue(path, name, why)])];
}

function identifierViolations(name: string, path: string): Cause[] {
	const why =
		"a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";
	return [
		...(name.length > longestIdentifier ? [tooLong(path, longestIdentifier)] : []),
		...(/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? [] : [invalidValue(path, name, why)]),
	];
}

export function uidViolations(uid: string, path: string): Cause[] {
	if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uid)) return [];
	const hex = uid.replace(/^urn:uuid:|[{}-]/gi, '');
	const told = (why: string): Cause[] => [invalidValue(path, uid, why)];
	if (![32, 36, 38, 45].includes(uid.length)) return told(`error validating uid: invalid UUID length: ${uid.length}`);
	if (!/^[0-9a-f]{32}$/i.test(hex)) return told('error validating uid: invalid UUID format');
	return told('uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters');
}

/** Checks an interface address in CIDR form. */
export function interfaceViolations(text: string, path: string): Cause[] {
	const cidr = readAnyCidr(text);
	if (cidr === undefined) return [invalidValue(path, text, 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)')];
	const canonical = `${textOf(cidr.ip)}/${cidr.prefix}`;
	return text === canonical ? [] : [invalidValue(path, text, `must be in canonical form ("${canonical}")`)];
}

/** Reports duplicate entries of a list. */
export function repeated<T>(list: readonly T[], path: string, keyOf: (item: T) => string): Cause[] {
	const seen = new Set<string>();
	return list.flatMap((item, index) => {
		const key = keyOf(item);
		if (seen.has(key)) return [duplicate(`${path}[${index}]`, key)];
		seen.add(key);
		return [];
	});
}

/** Validates binding conditions and binding failure conditions of a device. Each list requires the other. */
export function bindingViolations(
	{ bindingConditions: wanted = [], bindingFailureConditions: failing = [] }: { bindingConditions?: string[]; bindingFailureConditions?: string[] },
	path: string,
): Cause[] {
	const at = { wanted: `${path}.bindingConditions`, failing: `${path}.bindingFailureConditions` };
	const overlap = failing.flatMap((name, index) =>
		wanted.includes(name) ? [invalidValue(`${at.failing}[${index}]`, name, 'bindingFailureConditions must not overlap with bindingConditions')] : [],
	);
	return [
		...wanted.flatMap((name, index) => labelKeyViolations(name, `${at.wanted}[${index}]`)),
		...failing.flatMap((name, index) => labelKeyViolations(name, `${at.failing}[${index}]`)),
		...repeated(wanted, at.wanted, (name) => name),
		...repeated(failing, at.failing, (name) => name),
		...overlap,
		...(wanted.length === 0 && failing.length > 0 ? [invalidValue(at.wanted, null, 'bindingConditions are required to use bindingFailureConditions')] : []),
		...(failing.length === 0 && wanted.length > 0 ? [invalidValue(at.failing, null, 'bindingFailureConditions are required to use bindingConditions')] : []),
	];
}
