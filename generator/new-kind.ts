/** A first spec of a new kind: served as it stands, and a place to go on from. */
import type { EmittedFile } from './model.ts';

export interface NewKind {
	readonly kind: string;
	readonly group: string;
	readonly version: string;
	readonly scope: 'Namespaced' | 'Cluster';
	readonly plural?: string;
}

/** Group folder, then files relative to the spec root. The group's own file is for groups that are new. */
export function newKind(options: NewKind): { readonly folder: string; readonly group: EmittedFile; readonly spec: EmittedFile } {
	const { kind, group, version, scope } = options;
	const folder = folderOf(group);
	const plural = options.plural ?? pluralOf(kind.toLowerCase());
	return {
		folder,
		group: { path: `${folder}/group.yaml`, content: `group: ${quote(group)}\ndescription: What the kinds of this group are about.\nversions: [${version}]\n` },
		spec: {
			path: `${folder}/${kind.toLowerCase()}.yaml`,
			content: `kind: ${kind}
names: {plural: ${plural}}
scope: ${scope}
description: What a ${kind} is, in a sentence.
versions:
  - {name: ${version}, storage: true}
subresources: {status: {}}
columns:
  - {name: Size, type: integer, value: self.spec.size, description: How many are wanted.}
schema:
  type: object
  required: [spec]
  properties:
    spec:
      type: object
      protobuf: 2
      description: What is wanted.
      properties:
        size: {type: integer, protobuf: 1, minimum: 0, default: 1, description: How many are wanted.}
    status:
      type: object
      protobuf: 3
      description: What was seen last.
      properties:
        observedGeneration: {type: integer, format: int64, protobuf: 1, description: The generation that this status is about.}
examples:
  - name: a small one
    object: {metadata: {name: example}, spec: {size: 2}}
`,
		},
	};
}

/** The first part of a group with a domain; the group itself when it has none. */
function folderOf(group: string): string {
	return group === '' ? 'core' : (group.split('.')[0] ?? group).replace(/[^a-z0-9-]/g, '');
}

function pluralOf(singular: string): string {
	if (/(s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
	if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`;
	return `${singular}s`;
}

/** YAML reads braces as a map. */
function quote(text: string): string {
	return /[{}]/.test(text) ? JSON.stringify(text) : text;
}
