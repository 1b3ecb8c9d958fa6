/** Catalog of all served kinds and groups, with their descriptors. */
import type { Emitter } from '../../model.ts';
import { descriptorsFile, packageIdentifier, typeParts } from '../../print/derived-names.ts';
import { type Code, code, identifier, imported, importedType, type Literal, literal, printModule } from '../../print/typescript.ts';

const model = '../runtime/model/catalog.ts';
const catalogType = importedType('Catalog', model);
const typeDescriptor = importedType('TypeDescriptor', model);
const typeName = importedType('TypeName', model);

export const catalog: Emitter = {
	name: 'catalog',
	emit({ catalog: { release, releases, product, groups, kinds, gates, typeNames } }) {
		const packages = [...new Set(typeNames.map((name) => typeParts(name).package))];
		const thunks = packages.map((name) => code`\t...${imported('types', descriptorsFile(name), `${packageIdentifier(name)}Types`)},\n`);
		return [
			printModule('catalog.ts', [
				code`const thunks: ReadonlyMap<${typeName}, () => ${typeDescriptor}> = new Map(Object.entries({\n${thunks}}));`,
				code`const made = new Map<${typeName}, ${typeDescriptor}>();`,
				code``,
				code`export const catalog: ${catalogType} = {`,
				code`\trelease: ${literal(release)},`,
				code`\treleases: ${literal(releases)},`,
				...(product === undefined ? [] : [code`\tproduct: ${literal(product as unknown as Literal)},`]),
				...lines('groups', groups),
				...lines('kinds', kinds),
				...lines('gates', gates),
				code`\ttypeNames: [...thunks.keys()],`,
				code`\ttype(name) {
\t\tlet descriptor = made.get(name);
\t\tif (descriptor === undefined) {
\t\t\tconst make = thunks.get(name);
\t\t\tif (make === undefined) throw new Error(\`there is no type "\${name}"\`);
\t\t\tdescriptor = make();
\t\t\tmade.set(name, descriptor);
\t\t}
\t\treturn descriptor;
\t},`,
				code`};`,
			]),
		];
	},
};

/** Prints a list with an entry per line. */
function lines(name: string, values: readonly object[]): Code[] {
	return [code`\t${identifier(name)}: [`, ...values.map((value) => code`\t\t${literal(value as Literal)},`), code`\t],`];
}
