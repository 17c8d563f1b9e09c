/** Words that most common passwords are made of; `password-rules.ts` adds what people put around them. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password passwort passwd pass passphrase passw motdepasse contrasena senha parola haslo wachtwoord secret geheim
  letmein welcome willkommen bienvenue changeme change default temp temporary temppass guest login signin user username
  admin administrator root superuser sysadmin system manager master server service support test tester testing demo
  sample example public private security secure access open opensesame backup database oracle mysql postgres computer
  internet network windows microsoft google facebook apple samsung android iphone linux ubuntu github docker amazon
  iloveyou ilove loveyou lovely love lover myself mylove babygirl babyboy baby sweetheart sweety sweet sugar honey angel
  angels princess prince queen king kingkong kisses hello hallo hellohello goodbye helloworld world whatever trustno
  nothing something anything everything someone nobody forever together always never maybe blink please thankyou
  sunshine summer winter spring autumn january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday morning evening midnight rainbow flower flowers butterfly
  sunflower rose lily daisy jasmine orange banana apple cherry strawberry chocolate cookie cookies coffee pepper ginger
  peanut cheese chicken pizza monkey dragon tiger lion eagle falcon hawk shadow wolf bear panda horse dolphin penguin
  elephant turtle spider scorpion snake rabbit bunny kitty kitten puppy doggy buddy charlie max bailey cooper lucky
  football baseball basketball soccer hockey tennis golf golfer swimming skateboard wrestling boxing racing runner
  liverpool arsenal chelsea manchester united barcelona realmadrid madrid juventus bayern cowboys steelers yankees
  lakers patriots packers eagles ferrari porsche mercedes corvette mustang harley yamaha honda toyota nissan jaguar
  superman batman spiderman ironman wolverine starwars startrek pokemon pikachu naruto matrix gandalf hogwarts
  harrypotter potter zelda mario nintendo playstation xbox minecraft fortnite roblox metallica nirvana eminem slipknot
  beatles guitar music rockstar rock jordan michael michelle jennifer jessica ashley amanda nicole daniel thomas robert
  george andrew joshua matthew anthony christopher christian william benjamin alexander jonathan richard charles patrick
  maggie samantha elizabeth stephanie melissa danielle natalie victoria veronica patricia vanessa alexandra sophie
  andrea maria anna hannah sarah laura julia emily olivia isabella gabriel david martin stefan peter hunter killer
  ranger soldier warrior ninja samurai pirate wizard merlin phantom ghost demon devil satan heaven jesus christ jesuschrist
  godisgood blessed faith hope grace freedom liberty america canada england london paris berlin germany france italy
  spain brazil mexico india china russia australia california texas florida newyork chicago boston dallas washington
  money million dollar diamond golden silver platinum titanium crystal emerald purple yellow green black white blue red
  pink orange brown blackberry thunder lightning storm hurricane phoenix galaxy universe planet earth mercury jupiter
  saturn apollo genesis alpha omega delta sierra bravo power strong energy winner champion number first second qwerty
  qwertz azerty asdf zxcv qazwsx abc abcd abcdef aaa xxx zzz computer1 access1 lol fuckyou fuckme fuck asshole bitch
  pussy sexy hottie hotstuff playboy bigdick dick boobs porn stupid idiot loser crazy fresh cool awesome amazing super
  mega ultra happy smile smiley funny lucky1 friend friends family mother father mommy daddy mom dad sister brother
  school college university student teacher doctor nurse police fireman driver captain sergeant major general office
  business company work working vacation holiday christmas halloween birthday snoopy garfield mickey minnie donald
  tinkerbell cinderella barbie bubbles creative creator designer artist dancer dance singer writer reader player gamer
  `
    .split(/\s+/)
    .filter((word) => word !== ''),
);
