/** Pod networks of a node: one, or one per address family. */
import type { Release } from '../../model/catalog.ts';
import { type Cause, duplicate, invalidValue } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import { Cidr, cidrProblem, cidrText, masked, olderCidrProblem, readAnyCidr, readCidr } from '../../scalars/addresses.ts';

const path = 'spec.podCIDRs';

export function networkViolations(networks: readonly string[], release: Release, strict: boolean): Cause[] {
	const since = (first: Release): boolean => compareReleases(release, first) >= 0;
	const families = new Set(networks.map((network) => readAnyCidr(network)?.ip.family));
	const isPair = networks.length === 2 && families.size === 2 && !families.has(undefined);
	return [
		...networks.flatMap((network, index) => {
			const why = strict ? cidrProblem(network, { anyForm: true }) : olderCidrProblem(network);
			if (why === undefined) return [];
			return since('1.30') ? [invalidValue(`${path}[${index}]`, network, why)] : [invalidValue(`${path}[${index}]`, networks, 'must be valid CIDR')];
		}),
		...(networks.length < 2 || isPair ? [] : [invalidValue(path, networks, 'may specify no more than one CIDR for each IP family')]),
		...(since('1.33') ? [] : networks.flatMap((network, index) => (networks.indexOf(network) < index ? [duplicate(`${path}[${index}]`, network)] : []))),
	];
}

export function networkWarnings(networks: readonly string[]): string[] {
	return networks.flatMap((network, index) => {
		const cidr = readAnyCidr(network);
		if (cidr === undefined) return [];
		const at = `${path}[${index}]`;
		const whole = masked(cidr);
		const [shown, text] = [network, cidrText(whole)].map((each) => JSON.stringify(each));
		if (readCidr(network) === undefined) return [`${at}: non-standard CIDR value ${shown} is invalid: use ${text}`];
		if (whole.ip.value !== cidr.ip.value)
			return [`${at}: CIDR value ${shown} is ambiguous in this context (should be ${text} or ${JSON.stringify(hostText(cidr))}?)`];
		return cidr.ip.family === 6 && shown !== text ? [`${at}: IPv6 CIDR value ${shown} should be in RFC 5952 canonical format (${text})`] : [];
	});
}

/** Returns the network of just this address, as text. */
function hostText({ ip }: NonNullable<ReturnType<typeof readAnyCidr>>): string {
	return cidrText(new Cidr(ip, ip.family === 4 ? 32 : 128));
}
