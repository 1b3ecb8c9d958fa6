/** Converts key usages of the API to certificate extensions (RFC 5280). */
import type { KeyUsage } from '../../auth/pki/issue.ts';

const keyUsages: Readonly<Record<string, KeyUsage>> = {
	signing: 'digitalSignature',
	'digital signature': 'digitalSignature',
	'content commitment': 'nonRepudiation',
	'key encipherment': 'keyEncipherment',
	'key agreement': 'keyAgreement',
	'data encipherment': 'dataEncipherment',
	'cert sign': 'keyCertSign',
	'crl sign': 'cRLSign',
	'encipher only': 'encipherOnly',
	'decipher only': 'decipherOnly',
};

/** Object identifiers of extended usages, in certificate order. */
const extendedKeyUsages: Readonly<Record<string, string>> = {
	any: '2.5.29.37.0',
	'server auth': '1.3.6.1.5.5.7.3.1',
	'client auth': '1.3.6.1.5.5.7.3.2',
	'code signing': '1.3.6.1.5.5.7.3.3',
	'email protection': '1.3.6.1.5.5.7.3.4',
	's/mime': '1.3.6.1.5.5.7.3.4',
	'ipsec end system': '1.3.6.1.5.5.7.3.5',
	'ipsec tunnel': '1.3.6.1.5.5.7.3.6',
	'ipsec user': '1.3.6.1.5.5.7.3.7',
	timestamping: '1.3.6.1.5.5.7.3.8',
	'ocsp signing': '1.3.6.1.5.5.7.3.9',
	'microsoft sgc': '1.3.6.1.4.1.311.10.3.3',
	'netscape sgc': '2.16.840.1.113730.4.1',
};

export interface CertificateUsages {
	readonly keyUsages: readonly KeyUsage[];
	readonly extendedKeyUsages: readonly string[];
}

/** Converts usages. Throws an Error that lists unknown ones. */
export function certificateUsages(usages: readonly string[]): CertificateUsages {
	const unknown = usages.filter((usage) => !Object.hasOwn(keyUsages, usage) && !Object.hasOwn(extendedKeyUsages, usage));
	if (unknown.length > 0) throw new Error(`unrecognized usage values: [${unknown.map((usage) => JSON.stringify(usage)).join(' ')}]`);
	const chosen = <T>(table: Readonly<Record<string, T>>): readonly T[] => [
		...new Set(Object.entries(table).flatMap(([usage, value]) => (usages.includes(usage) ? [value] : []))),
	];
	return { keyUsages: chosen(keyUsages), extendedKeyUsages: chosen(extendedKeyUsages) };
}
