/** Validates a certificate chain issued for a pod: the leaf must match the request; intermediates may follow. */
import { X509Certificate } from 'node:crypto';
import type { PodCertificateRequest, PodCertificateRequestSpec } from '../../../generated/types/certificates/v1beta1.ts';
import { type Cause, invalidValue, required, tooLong } from '../../model/cause.ts';
import { pemBlocks } from '../../wire/pem.ts';
import { keyOf } from './possession.ts';

type Status = NonNullable<PodCertificateRequest['status']>;

/** Current time, and the server whose clock it is. */
interface Clock {
	readonly server: string;
	readonly now: Date;
}

const at = { chain: 'status.certificateChain', notBefore: 'status.notBefore', notAfter: 'status.notAfter', refresh: 'status.beginRefreshAt' } as const;
const most = 100 * 1024;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Reports only the first violation, but all invalid names and all missing times. */
export function chainViolations(status: Status, spec: PodCertificateRequestSpec, clock: Clock): Cause[] {
	const { certificateChain: chain = '' } = status;
	const refused = (why: string): Cause[] => [invalidValue(at.chain, chain, why)];
	if (Buffer.byteLength(chain) > most) return [tooLong(at.chain, most)];
	const [first, ...others] = pemBlocks(chain);
	if (first === undefined) return refused('issued certificate chain must contain at least one certificate');
	if (first.type !== 'CERTIFICATE') return refused('issued certificate chain must consist entirely of CERTIFICATE PEM blocks');
	const leaf = read(first.bytes);
	if (leaf === undefined) return refused('leaf certificate does not parse as valid X.509');
	const causes = nameViolations(leaf);
	if (!keyOf(spec).equals(leaf.publicKey)) return [...causes, ...refused('leaf certificate was not issued to the requested public key')];
	const missing = [...causes, ...missingTimes(status)];
	if (missing.length > 0) return missing;
	const times = timeViolations(status, leaf, spec, clock);
	if (times.length > 0) return times;
	for (const { type, bytes } of others) {
		// The misspelling is that of Kubernetes.
		if (type !== 'CERTIFICATE') return refused('issued certificate chain must consist entirely of CERTFICATE PEM blocks');
		if (read(bytes) === undefined) return refused('intermediate certificate does not parse as valid X.509');
	}
	return [];
}

function read(der: Uint8Array): X509Certificate | undefined {
	try {
		return new X509Certificate(der);
	} catch (error) {
		if (error instanceof Error) return undefined;
		throw error;
	}
}

function nameViolations({ subjectAltName = '' }: X509Certificate): Cause[] {
	const names = [...subjectAltName.matchAll(/(?:^|, )(DNS|email):("(?:[^"\\]|\\.)*"|[^,]*)/g)];
	return names.flatMap(([, kind, written = '']) => {
		const name = written.startsWith('"') ? String(JSON.parse(written)) : written;
		if (kind === 'email')
			return /^[^\s@<>]+@[^\s@<>]+$/.test(name) ? [] : [invalidValue(at.chain, name, 'leaf certificate should not contain invalid EmailAddress')];
		return [
			...(name === '' ? [invalidValue(at.chain, name, 'leaf certificate should not contain empty DNSName')] : []),
			...(name.includes('..') ? [invalidValue(at.chain, name, "leaf certificate's DNSName should not contain '..'")] : []),
			...(/^\.|\.$/.test(name) ? [invalidValue(at.chain, name, "leaf certificate's DNSName should not start or end with '.'")] : []),
		];
	});
}

function missingTimes({ notBefore, notAfter, beginRefreshAt }: Status): Cause[] {
	const consistent = 'must be present and consistent with the issued certificate';
	return [
		...(notBefore === undefined ? [required(at.notBefore, consistent)] : []),
		...(notAfter === undefined ? [required(at.notAfter, consistent)] : []),
		...(beginRefreshAt === undefined ? [required(at.refresh, 'must be present and in the range [notbefore+10min, notafter-10min]')] : []),
	];
}

function timeViolations(status: Status, leaf: X509Certificate, { maxExpirationSeconds = 0 }: PodCertificateRequestSpec, { now, server }: Clock): Cause[] {
	const { notBefore = '', notAfter = '', beginRefreshAt = '' } = status;
	const [begin, end, refresh] = [Date.parse(notBefore), Date.parse(notAfter), Date.parse(beginRefreshAt)];
	const wrong = (field: string, value: unknown, why: string): Cause[] => [invalidValue(field, value, why)];
	if (begin !== leaf.validFromDate.getTime()) return wrong(at.notBefore, notBefore, 'must be set to the NotBefore time encoded in the leaf certificate');
	if (Math.abs(begin - now.getTime()) >= 5 * minuteMs) return wrong(at.notBefore, notBefore, `must be set to within 5 minutes of ${server}'s current time`);
	if (end !== leaf.validToDate.getTime()) return wrong(at.notAfter, notAfter, 'must be set to the NotAfter time encoded in the leaf certificate');
	const lifetime = end - begin;
	if (lifetime < hourMs) return wrong(at.chain, lifetime * 1e6, 'leaf certificate lifetime must be >= 1 hour');
	if (lifetime > maxExpirationSeconds * 1000)
		return wrong(at.chain, lifetime * 1e6, `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${maxExpirationSeconds})`);
	if (refresh < begin + 10 * minuteMs) return wrong(at.refresh, beginRefreshAt, 'must be at least 10 minutes after status.notBefore');
	if (refresh > end - 10 * minuteMs) return wrong(at.refresh, beginRefreshAt, 'must be at least 10 minutes before status.notAfter');
	return [];
}
