/** JSON Schema of the spec format, for editors. */
import type { Emitter } from '../model.ts';
import { shapes } from '../read/model.ts';

export const specSchema: Emitter = {
	name: 'spec-schema',
	emit() {
		const files = Object.fromEntries(Object.entries(shapes.files).map(([name, shape]) => [`${name}File`, shape]));
		const schema = {
			$schema: 'https://json-schema.org/draft/2020-12/schema',
			title: 'A spec file: a kind, shared types, a group, the release calendar or a vocabulary',
			anyOf: Object.keys(files).map((name) => ({ $ref: `#/$defs/${name}` })),
			$defs: { ...shapes.$defs, ...files },
		};
		return [{ path: 'spec.schema.json', content: `${JSON.stringify(schema, undefined, '\t')}\n` }];
	},
};
