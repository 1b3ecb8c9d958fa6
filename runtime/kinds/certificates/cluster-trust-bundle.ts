/** ClusterTrustBundle: CA certificates without duplicates. Its name begins with that of its signer. */
import { X509Certificate } from 'node:crypto';
import type { ClusterTrustBundle } from '../../../generated/types/certificates/v1beta1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import { type Cause, invalidValue, tooLong } from '../../model/cause.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';
import { type PemBlock, pemBlocks } from '../../wire/pem.ts';
import { signerNameViolations } from './signer-name.ts';

const path = 'spec.trustBundle';
const mostBytes = 1024 * 1024;

export const clusterTrustBundleHooks: KindHooks<ClusterTrustBundle> = {
	validate: ({ metadata, spec: { signerName = '' } }) => [
		...nameViolations(metadata?.name ?? '', signerName),
		...(signerName === '' ? [] : signerNameViolations(signerName, 'spec.signerName', '')),
	],
	validateCreate: ({ spec }) => bundleViolations(spec.trustBundle ?? ''),
	/** An unchanged bundle is not parsed again. */
	validateUpdate: ({ spec }, old) => (spec.trustBundle === old.spec.trustBundle ? [] : bundleViolations(spec.trustBundle ?? '')),
};

function nameViolations(name: string, signer: string): Cause[] {
	const at = 'metadata.name';
	if (signer === '') {
		const why = name.includes(':') ? ['ClusterTrustBundle without signer name must not have ":" in its name'] : checkDnsSubdomain(name);
		return why.map((each) => invalidValue(at, name, each));
	}
	const prefix = `${signer.replaceAll('/', ':')}:`;
	if (!name.startsWith(prefix)) return [invalidValue(at, name, `ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`)];
	return checkDnsSubdomain(name.slice(prefix.length)).map((why) => invalidValue(at, name, why));
}

function bundleViolations(bundle: string): Cause[] {
	if (Buffer.byteLength(bundle) > mostBytes) return [tooLong(path, mostBytes)];
	const refused = (why: string): Cause => invalidValue(path, '<value omitted>', why);
	const blocks = pemBlocks(bundle);
	const problems = blocks.flatMap((block, index) => {
		const why = blockProblem(block);
		return why === undefined ? [] : [refused(`entry ${index} ${why}`)];
	});
	if (problems.length > 0) return problems;
	if (blocks.length === 0) return [refused('at least one trust anchor must be provided')];
	const places = Map.groupBy(blocks.keys(), (index) => Buffer.from(blocks[index]?.bytes ?? []).toString('base64'));
	return [...places.values()].filter(({ length }) => length > 1).map((indices) => refused(`duplicate trust anchor (indices [${indices.join(' ')}])`));
}

function blockProblem({ type, hasHeaders, bytes }: PemBlock): string | undefined {
	if (type !== 'CERTIFICATE') return `has bad block type: ${type}`;
	if (hasHeaders) return 'has PEM block headers';
	try {
		return new X509Certificate(bytes).ca ? undefined : 'does not have the CA bit set';
	} catch (error) {
		if (error instanceof Error) return 'does not parse as X.509';
		throw error;
	}
}
