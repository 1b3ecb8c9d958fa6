/** Advice that ends the refusal of an unusable database. */

export const recoveryHint = 'put it back, restore a backup with `restore`, or start once with --accept-data-loss to continue with the remaining objects';

export function damagedDatabase(path: string, detail: string): string {
	return `the database ${path} is damaged (${detail}): restore a backup with \`restore\`, or save the intact objects with \`backup --salvage\` and restore that backup`;
}
