/** Finds kinds of which no object can be created. A new object has no status, because only the status subresource writes it. */
import type { TypeName } from '../../../runtime/model/catalog.ts';
import { speakAll } from '../../../runtime/model/vocabulary.ts';
import { compile } from '../../../runtime/schema/compile.ts';
import type { SpecNode } from '../source/node.ts';
import type { ObjectChecks } from './examples.ts';

/** Kind whose status has a subresource. */
export interface BegunObject {
	/** Source node of the kind. */
	readonly node: SpecNode;
	/** Types of the kind's versions. */
	readonly types: readonly TypeName[];
}

/**
 * Reads, defaults and validates an empty object as the server would. Only a missing status is an error, because a client can send all other
 * fields.
 */
export function checkNewObjects(begun: readonly BegunObject[], { catalog, vocabulary, passed, types: known, report: toAll }: ObjectChecks): void {
	const schemas = compile({ ...catalog, type: (name) => speakAll(catalog.type(name), vocabulary) });
	for (const { node, types } of begun) {
		passed.check(['new object', vocabulary, types.map((type) => known.ofType(type))], toAll, (report) => {
			const lacking = types.flatMap((type) => {
				const compiled = schemas.type(type);
				const object = compiled.read({}, { notices: [] });
				compiled.applyDefaults(object);
				return compiled.validate(object).flatMap(({ reason, field = '' }) => (reason === 'FieldValueRequired' && /^status\b/.test(field) ? [field] : []));
			});
			for (const field of new Set(lacking))
				report(
					node,
					`a new object has no status, because only this subresource writes it, but ${field} is required, so that no object could be created. Remove it from "required", or add a default`,
					'warning',
				);
		});
	}
}
