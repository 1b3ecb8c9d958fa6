/** First line of emitted text that is no module: its origin, and that edits are lost. */
const sentence = 'Generated from the specs. Edit those: this file is overwritten.';

export const protoPreamble = `// ${sentence}\n`;
export const prismaPreamble = `// ${sentence}\n`;
export const sqlPreamble = `-- ${sentence}\n`;
export const markdownPreamble = `<!-- ${sentence} -->\n`;
export const yamlPreamble = `# ${sentence}\n`;
