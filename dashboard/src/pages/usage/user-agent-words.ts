/** The program behind a request, by its user agent, in a word or two; the whole of it if it is none that is known. */

const programs: readonly (readonly [RegExp, string])[] = [
  [/^Tablecast schedule$/, 'Schedule'],
  [/^Tablecast send$/, 'Command line'],
  [/Microsoft\.Data\.Mashup|PowerQuery/i, 'Power Query'],
  [/PowerBI|Power BI/i, 'Power BI'],
  [/ms-office|Microsoft Office|Excel/i, 'Excel'],
  [/Google-Apps-Script/i, 'Google Apps Script'],
  [/GoogleDocs|Google-Sheets|GoogleSheets/i, 'Google Sheets'],
  [/LibreOffice/i, 'LibreOffice'],
  [/Zapier/i, 'Zapier'],
  [/Make\/|Integromat/i, 'Make'],
  [/n8n/i, 'n8n'],
  [/^curl\//, 'curl'],
  [/^Wget\//, 'Wget'],
  [/PostmanRuntime/, 'Postman'],
  [/python-requests/i, 'Python requests'],
  [/Python-urllib/i, 'Python, pandas'],
  [/python-httpx|aiohttp/i, 'Python'],
  [/libcurl.*httr|^R |rcurl/i, 'R'],
  [/^PHP/i, 'PHP'],
  [/^node$|undici|node-fetch|axios/i, 'Node.js'],
  [/Go-http-client/, 'Go'],
  [/Java\/|okhttp|Apache-HttpClient/i, 'Java'],
  [/bot|crawler|spider/i, 'Robot'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

export function userAgentWords(userAgent: string): string {
  return programs.find(([pattern]) => pattern.test(userAgent))?.[1] ?? userAgent;
}
