/** First line of emitted text other than modules: it names the origin and warns that edits are lost. */
const sentence = 'Generated from the specs. Edit those: this file is overwritten.';

export const protoPreamble = `// ${sentence}\n`;
export const prismaPreamble = `// ${sentence}\n`;
export const sqlPreamble = `-- ${sentence}\n`;
export const markdownPreamble = `<!-- ${sentence} -->\n`;
export const yamlPreamble = `# ${sentence}\n`;
