/** Real manifests of the reference data, each object under a unique name so that all fit into one cluster. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { canonicalQuantity } from '../../runtime/scalars/quantity.ts';
import type { Loose } from '../setup/loose.ts';
import { referencePath } from '../setup/reference.ts';

export const manifestFolder = referencePath('manifests');

export const manifestsAreThere = existsSync(manifestFolder);

export const namespace = 'manifests';

export interface Manifest {
	/** File and index in it: `web/redis.yaml#0`. */
	readonly from: string;
	readonly name: string;
	readonly object: Loose;
}

/** Returns the manifests in file order, parsed like kubectl: as YAML 1.1, with lists split into items. */
export function manifests(): readonly Manifest[] {
	if (!manifestsAreThere) return [];
	const paths = readdirSync(manifestFolder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(ya?ml|json)$/.test(path));
	let count = 0;
	return paths.sort().flatMap((path) => {
		const file = join(manifestFolder, path);
		const documents = parseAllDocuments(readFileSync(file, 'utf8'), { version: '1.1' });
		const objects = documents.map((document) => document.toJS() as Loose).filter((object) => object?.kind !== undefined);
		const single = objects.flatMap((object) => (object.kind === 'List' ? (object.items as Loose[]) : [object]));
		return single.map((object, index) => {
			const name = `m${++count}`;
			const { namespace: _namespace, generateName: _generated, ...metadata } = object.metadata ?? {};
			return { from: `${relative(manifestFolder, file)}#${index}`, name, object: { ...object, metadata: { ...metadata, name } } };
		});
	});
}

/** Returns the paths at which sent values are missing or changed; defaulted fields are ignored. */
export function lost(sent: unknown, got: unknown, at = ''): readonly string[] {
	if (Array.isArray(sent)) {
		if (!Array.isArray(got)) return sent.length === 0 ? [] : [at];
		return sent.flatMap((item, index) => lost(item, got[index], `${at}[${index}]`));
	}
	if (sent !== null && typeof sent === 'object') {
		const entries = Object.entries(sent);
		if (got === null || typeof got !== 'object') return entries.length === 0 || entries.every(([, value]) => isEmpty(value)) ? [] : [at];
		return entries.flatMap(([key, value]) => lost(value, (got as Loose)[key], `${at}.${key}`));
	}
	return isEmpty(sent) || sent === got || (isAmount(at) && canonicalQuantity(String(sent)) === got) ? [] : [at];
}

/** Reports whether a path is a quantity, which may be sent as a number and is returned in canonical form. */
function isAmount(at: string): boolean {
	return /\.(limits|requests|capacity)\.[^.]+$|\.(sizeLimit|divisor)$/.test(at);
}

/** Reports whether Kubernetes' types omit the value when serialized. */
function isEmpty(value: unknown): boolean {
	return value === null || value === undefined || value === '' || value === false || value === 0;
}
