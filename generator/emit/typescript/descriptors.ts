/** Descriptors of types as functions, a module per package. An unused type costs nothing. */
import type { Field, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import type { Emitter } from '../../model.ts';
import { descriptorsFile, typeParts } from '../../print/derived-names.ts';
import { type Code, code, importedType, join, type Literal, literal, printModule, property } from '../../print/typescript.ts';

const typeDescriptor = importedType('TypeDescriptor', '../runtime/model/catalog.ts');

export const descriptors: Emitter = {
	name: 'descriptors',
	emit({ catalog }) {
		const byPackage = Map.groupBy(catalog.typeNames, (name) => typeParts(name).package);
		return [...byPackage].map(([name, types]) =>
			printModule(descriptorsFile(name), [
				code`export const types: Readonly<Record<string, () => ${typeDescriptor}>> = {`,
				...types.map((type) => thunk(catalog.type(type))),
				code`};`,
			]),
		);
	},
};

/** Prints a field per line, so that a changed field is a changed line. */
function thunk({ name, fields, ...rest }: TypeDescriptor): Code {
	const others = Object.entries(rest).map(([key, value]) => code`\t\t${property(key, value as Literal)},\n`);
	return code`\t${literal(name)}: () => ({
\t\tname: ${literal(name)},
\t\tfields: [
${join(fields.map(fieldLine), code``)}\t\t],
${join(others, code``)}\t}),`;
}

function fieldLine(field: Field): Code {
	return code`\t\t\t${literal(field as unknown as Literal)},\n`;
}
