/** What a label's key and value may look like, with the wording that clients of Kubernetes know. Empty result: valid. */
const nameFormat = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
/** DNS bounds both: a label takes 63 octets, a subdomain 253. */
const maxName = 63;
const maxPrefix = 253;

const nameText =
	"consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
	"(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const subdomainText =
	"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character " +
	"(e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const valueText =
	"a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
	"(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** `[prefix/]name`. */
export function labelKeyFaults(key: string): string[] {
	const parts = key.split('/');
	if (parts.length > 2) return [`a qualified name must ${nameText} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
	const name = parts[parts.length - 1] ?? '';
	return [...(parts.length === 2 ? prefixFaults(parts[0] ?? '') : []), ...nameFaults(name)];
}

export function labelValueFaults(value: string): string[] {
	const faults = value.length > maxName ? [`must be no more than ${maxName} characters`] : [];
	if (value !== '' && !nameFormat.test(value)) faults.push(valueText);
	return faults;
}

function prefixFaults(prefix: string): string[] {
	if (prefix === '') return ['prefix part must be non-empty'];
	const faults = prefix.length > maxPrefix ? [`prefix part must be no more than ${maxPrefix} characters`] : [];
	if (!subdomain.test(prefix)) faults.push(`prefix part ${subdomainText}`);
	return faults;
}

function nameFaults(name: string): string[] {
	if (name === '') return ['name part must be non-empty', `name part must ${nameText}`];
	const faults = name.length > maxName ? [`name part must be no more than ${maxName} characters`] : [];
	if (!nameFormat.test(name)) faults.push(`name part must ${nameText}`);
	return faults;
}
