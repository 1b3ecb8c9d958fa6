/**
 * Builds servers of one kind at four stages of a migration. They serve the first version only; both with the first stored; both with the
 * second stored; the second only.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../..');
export const orchProgram = join(root, 'bin/orch.mjs');

const group = 'backup.example.com';
export const backupsIn = (version: string, name = '') => `/apis/${group}/${version}/namespaces/default/backups${name && `/${name}`}`;

const spec = (field: string) => `type: object
      description: Desired state.
      properties:
        ${field}: {type: integer, minimum: 0, description: How many are kept.}
        note: {type: string, description: What somebody says of it.}
`;
const kind = (field: string, versions: string) => `kind: Backup
names: {plural: backups}
scope: Namespaced
description: What is kept.
versions:
${versions}schema:
  type: object
  properties:
    spec:
      ${spec(field)}`;
const typesOf = (version: string, field: string) => `version: ${version}
types:
  Backup:
    description: What is kept.
    type: object
    properties:
      spec: {$ref: types#/BackupSpec, description: Desired state.}
  BackupSpec:
    ${spec(field).replaceAll('\n      ', '\n    ').replaceAll('\n          ', '\n        ')}`;
const beside = (version: string, here: string, storage: string) => `  - name: ${version}
    schema: {$ref: types#/${version}.Backup}
    converts:
      - {here: spec.${here}, storage: spec.${storage}}
`;

const first = '  - {name: v1, storage: true}\n';
const second = '  - {name: v2, storage: true}\n';

interface Specs {
	readonly versions: string;
	readonly kind: string;
	/** Types of the version that is served but not stored. */
	readonly types?: { readonly version: string; readonly field: string };
}

const variants: Readonly<Record<'first' | 'bothAsFirst' | 'bothAsSecond' | 'second', Specs>> = {
	first: { versions: 'v1', kind: kind('size', first) },
	bothAsFirst: { versions: 'v1, v2', kind: kind('size', first + beside('v2', 'copies', 'size')), types: { version: 'v2', field: 'copies' } },
	bothAsSecond: { versions: 'v1, v2', kind: kind('copies', second + beside('v1', 'size', 'copies')), types: { version: 'v1', field: 'size' } },
	second: { versions: 'v2', kind: kind('copies', second) },
};
export type Variant = keyof typeof variants;

/** Writes the specs of a variant to `specs/` and builds its server in `built/`. */
export async function buildVariant(name: Variant, folder: string): Promise<{ readonly specs: string; readonly built: string }> {
	const { versions, kind: text, types } = variants[name];
	const [specs, built] = [join(folder, name, 'specs'), join(folder, name, 'built')];
	write(join(specs, 'backup/group.yaml'), `group: ${group}\ndescription: What is kept of what.\nversions: [${versions}]\n`);
	write(join(specs, 'backup/backup.yaml'), text);
	if (types !== undefined) write(join(specs, `backup/types/${types.version}.yaml`), typesOf(types.version, types.field));
	await promisify(execFile)(process.execPath, [orchProgram, 'build', '--quiet', '--specs', specs, '--out', built]);
	return { specs, built };
}

function write(path: string, text: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}
