/** A table with linked-record fields as JSON arrays of objects (contract 1.3.5). */

export const linkedRecords = [
  'task,owners,tags',
  'Dig,"[{""id"":""r1"",""name"":""Ann""},{""id"":""r2"",""name"":""Bo""}]",[]',
  'Plant,"[{""id"":""r2"",""name"":""Bo""}]",plain text',
  'Rest,,"[1,2]"',
  '',
].join('\n');
